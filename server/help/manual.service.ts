import { readFile } from 'node:fs/promises'
import type { Environment } from '#contract/records/environment.ts'
import { escapeHtml } from '../http/html.ts'

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
 * Converts the subset of Markdown that the manual uses: headings, paragraphs, lists, bold, emphasis and code, in blocks
 * separated by blank lines. Everything else becomes escaped text.
 */
export const markdownToHtml = (markdown: string): string =>
  markdown
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(block)
    .join('\n')

/** Makes the user manual: one self-contained HTML file. */
export type Manual = () => Promise<{ readonly fileName: string; readonly html: string }>

const STYLE = `
body{max-width:46rem;margin:3rem auto;padding:0 1.25rem;color:#14181c;background:#fff;font:16px/1.55 Barlow,'Segoe UI',system-ui,sans-serif}
h1{font-size:2rem;line-height:1.15;margin:0 0 1.5rem}h2{margin:2.5rem 0 .5rem;padding-top:1rem;border-top:1px solid #dde1dd}h3{margin:1.5rem 0 .25rem}
li{margin:.25rem 0}code{padding:.1em .35em;border-radius:4px;background:#eef0ec;font-size:.92em;overflow-wrap:anywhere}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid #dde1dd;color:#5c6670}@media print{body{margin:0}h2{break-after:avoid}}`

const page = (product: string, content: string, contact: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(product)} user manual</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
<footer>${contact}</footer>
</body>
</html>
`

const contactOf = ({ productName, supportPhone, supportEmail }: Environment): string =>
  [`${productName} support`, supportPhone, supportEmail]
    .filter((part) => part !== '')
    .map(escapeHtml)
    .join(' · ')

/** Makes the manual from the Markdown `file`; `{product}` becomes the product's name. Throws if the file cannot be read. */
export const createManual =
  ({ file, readEnvironment }: { file: string; readEnvironment: () => Promise<Environment> }): Manual =>
  async () => {
    const [text, environment] = await Promise.all([readFile(file, 'utf8'), readEnvironment()])
    const { productName } = environment
    const content = markdownToHtml(text.replaceAll('{product}', () => productName))
    const slug = productName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    return { fileName: `${slug}-user-manual.html`, html: page(productName, content, contactOf(environment)) }
  }
