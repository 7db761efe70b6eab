/** Rows with their columns lined up. Widths are those of the plain text, so style cells afterwards or not at all. */
export function table(rows: readonly (readonly string[])[], gap = 2): string {
  const widths: number[] = [];
  for (const row of rows) for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, plainLength(cell));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - plainLength(cell) + gap))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

function plainLength(cell: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes take no room.
  return cell.replace(/\u001b\[[0-9;]*m/g, '').length;
}
