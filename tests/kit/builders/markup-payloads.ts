const TAGS = ['script', 'img', 'svg', 'iframe', 'a', 'body', 'video', 'math', 'object', 'style']

const frames: ReadonlyArray<(tag: string) => string> = [
  (tag) => `<${tag}>window.pwned=1</${tag}>`,
  (tag) => `<${tag} src=x onerror="window.pwned=1">`,
  (tag) => `"><${tag} onload=window.pwned=1>`,
  (tag) => `'-->'<${tag.toUpperCase()} oNcLiCk='window.pwned=1'>`,
  (tag) => `<${tag} href="javascript:window.pwned=1">x</${tag}>`,
  (tag) => `<<${tag}/**/onfocus=window.pwned=1 autofocus>`,
  (tag) => `&lt;${tag} onerror=window.pwned=1&gt;`,
  (tag) => `</textarea></title><${tag} style="x:expression(window.pwned=1)">`,
  (tag) => `\${window.pwned=1}{{constructor.constructor('window.pwned=1')()}}<${tag}>`,
  (tag) => `\u202e<${tag}\u0000 data-x="[]" onpointerenter=window.pwned=1>\u2028`,
]

/** 100 texts that would run if taken for markup (AC-16): each sets `window.pwned`. */
export const MARKUP_PAYLOADS: readonly string[] = TAGS.flatMap((tag) => frames.map((frame) => frame(tag)))
