/** First characters that make a spreadsheet take a text for a formula (AC-18). */
const FORMULA_START = /^[=+\-@\t\r\n\0＝＋－＠]/
/** The same within a text, where a spreadsheet that parts cells by `;` or tabs begins one. */
const FORMULA_WITHIN = /[;\t](?=[=+\-@＝＋－＠])/g
/** Longest text a spreadsheet's cell takes. */
const LONGEST_CELL = 32_767

/** A text that a spreadsheet shows as it is. Numbers do not go through here: they stay numbers. */
export const csvText = (text: string): string => {
  const tame = (FORMULA_START.test(text) ? `'${text}` : text)
    .replaceAll(FORMULA_WITHIN, "$&'")
    .slice(0, LONGEST_CELL)
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}

/** A number, also one with separators of thousands or of lakhs, which a spreadsheet may take for a text. */
const NUMBER = /^-?(\d+|\d{1,3}(,\d{2,3})*,\d{3})(\.\d+)?$/

/** CSV (RFC 4180) of a table, with a header line. It begins with a byte order mark, without which spreadsheets misread Hindi and Tamil. */
export const csvOfTable = (headings: readonly string[], rows: readonly (readonly string[])[]): Blob => {
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => (NUMBER.test(cell) ? cell.replaceAll(',', '') : csvText(cell))).join(',')}\r\n`
  return new Blob(['\uFEFF', line(headings), ...rows.map(line)], { type: 'text/csv;charset=utf-8' })
}
