export const replyFor = (review) => (review ? 'A colleague looks at it.' : 'Your refund is on its way.');
