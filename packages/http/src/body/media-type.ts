/** `text/html` of `Text/HTML; charset=utf-8`. */
export function mediaType(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
