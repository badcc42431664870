const NOT_IN_XML = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff`
const ILLEGAL = new RegExp(`[${NOT_IN_XML}]`, 'g')
/** A CDATA section, a comment, or an ampersand with what it may begin. */
const REFERENCES =
  /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|&(?:(#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{0,30});)?/gi
const OF_XML: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos'])
const PREFIXES = /<\/?([\w.-]+):|\s([\w.-]+):[\w.-]+\s*=\s*["']/g
const ROOT = /<([\w.-]+(?::[\w.-]+)?)(?=[\s/>])/

const ofCode = (reference: string): string => {
  const code = /^#x/i.test(reference) ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1))
  const sign = code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
  return sign.replace(ILLEGAL, '') === '' ? '' : `&${reference};`
}

const ofHtml = (name: string): string => {
  const written = `&${name};`
  const text = new DOMParser().parseFromString(written, 'text/html').body.textContent ?? ''
  return text === written || text === '' ? `&amp;${name};` : text
}

const withReferences = (text: string): string =>
  text.replace(REFERENCES, (whole, reference: string | undefined) => {
    if (!whole.startsWith('&') || (reference !== undefined && OF_XML.has(reference))) return whole
    if (reference === undefined) return '&amp;'
    return reference.startsWith('#') ? ofCode(reference) : ofHtml(reference)
  })

const withPrefixes = (text: string): string => {
  const used = new Set(
    [...text.matchAll(PREFIXES)].map(([, element, attribute]) => element ?? attribute ?? ''),
  )
  const declarations = [...used]
    .filter((prefix) => !/^xml/i.test(prefix) && !text.includes(`xmlns:${prefix}=`))
    .map((prefix) => ` xmlns:${prefix}="urn:undeclared:${prefix}"`)
  return text.replace(ROOT, (root) => root + declarations.join(''))
}

/**
 * An XML text without what some programs write though it is no XML: characters that it must not hold, ampersands that begin nothing,
 * entities of HTML, prefixes that are not declared. What else is wrong with it stays.
 */
export const mendedXml = (text: string): string => withPrefixes(withReferences(text.replace(ILLEGAL, '')))
