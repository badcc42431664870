const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

const inline = (text: string): string =>
  escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\*([^*]+)\*/g, '<em>$1</em>')

const list = (tag: 'ul' | 'ol', lines: readonly string[]): string =>
  `<${tag}>\n${lines.map((line) => `<li>${inline(line.replace(/^(- |\d+\. )/, ''))}</li>`).join('\n')}\n</${tag}>`

const block = (text: string): string => {
  const heading = /^(#{1,3}) (.+)$/.exec(text)
  if (heading) return `<h${heading[1]?.length}>${inline(heading[2] ?? '')}</h${heading[1]?.length}>`
  const lines = text.split('\n')
  if (lines.every((line) => line.startsWith('- '))) return list('ul', lines)
  if (lines.every((line) => /^\d+\. /.test(line))) return list('ol', lines)
  return `<p>${inline(lines.join(' '))}</p>`
}

/**
 * The little of Markdown that our manual is written in: headings, paragraphs, lists, bold, emphasis and code, with blank
 * lines between. Everything else is text and comes out as it stands, escaped.
 */
export const markdownToHtml = (markdown: string): string =>
  markdown
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(block)
    .join('\n')
