import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_STYLE } from './page-style.ts'

/** A page and the policy that lets it, and nothing else, be shown. */
export type Page = { readonly html: string; readonly policy: string }

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (each) => ENTITIES[each] ?? each)

/** Family, weight and how the built client's file begins. */
const FONTS = [
  ['Barlow', 400, 'barlow-latin-400-normal-'],
  ['Barlow', 500, 'barlow-latin-500-normal-'],
  ['Barlow', 600, 'barlow-latin-600-normal-'],
  ['Barlow Semi Condensed', 600, 'barlow-semi-condensed-latin-600-normal-'],
] as const

/** The client's own fonts, where it is built; the system's else. */
const fontFaces = (clientDir: string | null): string => {
  let files: string[] = []
  try {
    if (clientDir !== null) files = readdirSync(join(clientDir, 'assets'))
  } catch {
    return ''
  }
  return FONTS.flatMap(([family, weight, prefix]) => {
    const file = files.find((name) => name.startsWith(prefix) && name.endsWith('.woff2'))
    const source = `url("/assets/${file}") format("woff2")`
    return file === undefined
      ? []
      : [`@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:${source}}`]
  }).join('')
}

const originOf = (address: string): string => (URL.canParse(address) ? ` ${new URL(address).origin}` : '')

const LOGO = '<svg viewBox="0 0 20 3" aria-hidden="true"><path d="M0 0h8v3H0zM12 0h8v3h-8z"/></svg>'

/** The identity's pages: HTML without scripts, its one style named by its hash. */
export const createPages = ({ clientDir }: { clientDir: string | null }) => {
  const style = fontFaces(clientDir) + PAGE_STYLE
  const hash = createHash('sha256').update(style).digest('base64')

  /** `leadsTo`: where its form may end up; browsers check that for redirections too. */
  const pageOf = (title: string, productName: string, body: string, leadsTo = ''): Page => ({
    html: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(`${title} | ${productName}`)}</title>
<style>${style}</style>
<main>
<p class="logo">${LOGO}${escaped(productName)}</p>
${body}
</main>
</html>
`,
    policy: [
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "font-src 'self'",
      `form-action 'self'${originOf(leadsTo)}`,
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  })

  return {
    /** User name and password, sent to the page's own address. */
    signIn: ({
      productName,
      formToken,
      redirectUri,
      cancelUri,
      userName = '',
      failure = '',
    }: {
      productName: string
      formToken: string
      redirectUri: string
      cancelUri: string
      userName?: string
      failure?: string
    }): Page =>
      pageOf(
        'Sign in',
        productName,
        `<form method="post">
<h1>Sign in</h1>
<p class="lead">to go on to ${escaped(productName)}</p>
${failure === '' ? '' : `<p class="failure" role="alert">${escaped(failure)}</p>`}
<input type="hidden" name="formToken" value="${escaped(formToken)}">
<label>User name<input name="userName" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="200" required value="${escaped(userName)}"${userName === '' ? ' autofocus' : ''}></label>
<label>Password<input name="password" type="password" autocomplete="current-password" maxlength="1000" required${userName === '' ? '' : ' autofocus'}></label>
<button>Sign in</button>
<a href="${escaped(cancelUri)}">Back without signing in</a>
</form>`,
        redirectUri,
      ),
    /** Something to tell and nothing to do. */
    message: (productName: string, title: string, text: string): Page =>
      pageOf(title, productName, `<div><h1>${escaped(title)}</h1></div><p>${escaped(text)}</p>`),
  }
}
