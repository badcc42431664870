import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_TEXT_LENGTH } from '#contract/constants.ts'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { escapeHtml } from '../http/html.ts'

/** The style of the sign-in pages: the product's colours and sizes, without scripts. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page-background: #eef0ec; --surface: #fff; --raised: #f7f8f6; --ink: #14181c; --muted: #5c6670;
  --line: #dde1dd; --line-strong: #c3cac5; --accent: #1a56c4; --accent-press: #16489f; --on-accent: #fff;
  --danger: #b42318; --danger-soft: #fbeae8; --plate: #f6c945;
  --shadow: 0 1px 2px #14181c14, 0 8px 28px #14181c24;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page-background: #0e1215; --surface: #161b1f; --raised: #1d2429; --ink: #e9edf0; --muted: #95a1ab;
    --line: #2a3238; --line-strong: #3d474f; --accent: #6ea3ff; --accent-press: #8bb6ff; --on-accent: #0e1215;
    --danger: #ff9b91; --danger-soft: #3a2022;
    --shadow: 0 1px 2px #0006, 0 10px 32px #00000080;
  }
}
* { box-sizing: border-box; }
html, body { min-height: 100%; margin: 0; }
body {
  display: grid; place-items: center; padding: 24px; background: var(--page-background); color: var(--ink);
  font: 14px/1.55 Barlow, system-ui, sans-serif; min-height: 100vh; min-height: 100dvh;
}
main {
  display: grid; gap: 28px; width: 100%; max-width: 408px; padding: 36px;
  border: 1px solid var(--line); border-radius: 12px; background: var(--surface); box-shadow: var(--shadow);
}
.logo { display: flex; align-items: center; gap: 10px; margin: 0; font: 600 24px/1 "Barlow Semi Condensed", Barlow, system-ui, sans-serif; }
.logo svg { width: 1em; height: .16em; fill: var(--plate); }
form { display: grid; gap: 16px; }
h1 { margin: 0; font: 600 28px/1.1 "Barlow Semi Condensed", Barlow, system-ui, sans-serif; }
p { margin: 0; }
.lead { margin: -8px 0 8px; color: var(--muted); }
label { display: grid; gap: 6px; color: var(--muted); }
input {
  height: 44px; padding: 0 12px; border: 1px solid var(--line-strong); border-radius: 10px;
  background: var(--raised); color: var(--ink); font: 500 15px Barlow, system-ui, sans-serif;
}
button {
  height: 44px; margin-top: 4px; border: 0; border-radius: 10px; background: var(--accent); color: var(--on-accent);
  font: 600 14px Barlow, system-ui, sans-serif; cursor: pointer;
}
button:hover { background: var(--accent-press); }
a { justify-self: start; color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.failure { padding: 10px 12px; border: 1px solid var(--danger); border-radius: 10px; background: var(--danger-soft); }
@media (max-width: 480px) {
  body { place-items: start stretch; padding: 0; background: var(--surface); }
  main { max-width: none; padding: 40px 24px; border: 0; border-radius: 0; box-shadow: none; }
}
`

/** A page, and the content security policy that allows nothing but this page. */
export type Page = { readonly html: string; readonly policy: string }

/** Family, weight, and the start of the file name in the built client. */
const FONTS = [
  ['Barlow', 400, 'barlow-latin-400-normal-'],
  ['Barlow', 500, 'barlow-latin-500-normal-'],
  ['Barlow', 600, 'barlow-latin-600-normal-'],
  ['Barlow Semi Condensed', 600, 'barlow-semi-condensed-latin-600-normal-'],
] as const

/** The fonts of the built client; without it, the system's fonts are used. */
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

/** The pages of the identity provider: HTML without scripts; the policy allows their style by its hash. */
export const createPages = ({ clientDir }: { clientDir: string | null }) => {
  const style = fontFaces(clientDir) + PAGE_STYLE
  const hash = createHash('sha256').update(style).digest('base64')

  /** `leadsTo` is where submitting the form may redirect to; browsers check the policy for redirects too. */
  const pageOf = (title: string, productName: string, body: string, leadsTo = ''): Page => ({
    html: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} | ${productName}`)}</title>
<style>${style}</style>
<main>
<p class="logo">${LOGO}${escapeHtml(productName)}</p>
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
    /** The sign-in form, which submits to the page's own address. */
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
<p class="lead">to continue to ${escapeHtml(productName)}</p>
${failure === '' ? '' : `<p class="failure" role="alert">${escapeHtml(failure)}</p>`}
<input type="hidden" name="formToken" value="${escapeHtml(formToken)}">
<label>User name<input name="userName" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="${MAX_TEXT_LENGTH.account}" required value="${escapeHtml(userName)}"${userName === '' ? ' autofocus' : ''}></label>
<label>Password<input name="password" type="password" autocomplete="current-password" maxlength="${PASSWORD_LENGTH.max}" required${userName === '' ? '' : ' autofocus'}></label>
<button>Sign in</button>
<a href="${escapeHtml(cancelUri)}">Back without signing in</a>
</form>`,
        redirectUri,
      ),
    /** A message without a form. */
    message: (productName: string, title: string, text: string): Page =>
      pageOf(title, productName, `<div><h1>${escapeHtml(title)}</h1></div><p>${escapeHtml(text)}</p>`),
  }
}
