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

/** Makes the user manual in a language by its tag (BCP 47): one self-contained HTML file. */
export type Manual = (
  language: string | undefined,
) => Promise<{ readonly fileName: string; readonly html: string }>

const STYLE = `
body{max-width:46rem;margin:3rem auto;padding:0 1.25rem;color:#14181c;background:#fff;font:16px/1.55 Barlow,'Segoe UI',system-ui,sans-serif}
h1{font-size:2rem;line-height:1.15;margin:0 0 1.5rem}h2{margin:2.5rem 0 .5rem;padding-top:1rem;border-top:1px solid #dde1dd}h3{margin:1.5rem 0 .25rem}
li{margin:.25rem 0}code{padding:.1em .35em;border-radius:4px;background:#eef0ec;font-size:.92em;overflow-wrap:anywhere}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid #dde1dd;color:#5c6670}@media print{body{margin:0}h2{break-after:avoid}}`

const page = (language: string, title: string, content: string, contact: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
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
  [productName, supportPhone, supportEmail]
    .filter((part) => part !== '')
    .map(escapeHtml)
    .join(' · ')

const ENGLISH = 'en'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Makes the manual from the Markdown `file`, for other languages from the file beside it, such as `user-manual.hi.md`, where there is
 * one; `{product}` becomes the product's name. Throws if the file cannot be read.
 */
export const createManual =
  ({ file, readEnvironment }: { file: string; readEnvironment: () => Promise<Environment> }): Manual =>
  async (tag) => {
    const wanted = tag?.split('-')[0]?.toLowerCase() ?? ENGLISH
    const translated =
      wanted === ENGLISH
        ? null
        : await readFile(file.replace(/\.md$/, `.${wanted}.md`), 'utf8').catch((error: unknown) => {
            if (isMissing(error)) return null
            throw error
          })
    const [text, environment] = [translated ?? (await readFile(file, 'utf8')), await readEnvironment()]
    const language = translated === null ? ENGLISH : wanted
    const title = /^# (.+)$/m.exec(text)?.[1] ?? '{product}'
    const { productName } = environment
    const content = markdownToHtml(text.replaceAll('{product}', () => productName))
    const slug = productName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    return {
      fileName: `${slug}-user-manual.html`,
      html: page(
        language,
        title.replaceAll('{product}', () => productName),
        content,
        contactOf(environment),
      ),
    }
  }
