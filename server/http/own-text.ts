/** A copy of a text, for what is kept: V8 takes a part of a longer text by pointing into it, which keeps the whole in memory. */
export const ownText = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
