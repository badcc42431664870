/** A plain text mail. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

const LINE_LENGTH = 76

const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ').trim()

/** Words of a header outside ASCII, encoded (RFC 2047). */
const headerText = (text: string): string => {
  const line = oneLine(text)
  return /^[\x20-\x7e]*$/.test(line) ? line : `=?utf-8?B?${Buffer.from(line).toString('base64')}?=`
}

/** The mail as a file that mail programs open (RFC 5322). `at` is ms since 1970 UTC; `id` makes the message's own id. */
export const emlOf = (
  { to, subject, text }: Mail,
  { from, at, id }: { from: string; at: number; id: string },
): string => {
  const body = Buffer.from(text.replace(/\r?\n/g, '\r\n')).toString('base64')
  const lines = body.match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? []
  return [
    `From: ${headerText(from)}`,
    `To: ${oneLine(to)}`,
    `Subject: ${headerText(subject)}`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@roadbook.invalid>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...lines,
    '',
  ].join('\r\n')
}
