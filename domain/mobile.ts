/** A mobile number as SMS gateways take it: 6 to 15 digits, with a plus where it begins with one; null for any other text. */
export const mobileOf = (text: string): string | null => {
  const digits = text.replace(/[\s().-]/g, '')
  return /^\+?\d{6,15}$/.test(digits) ? digits : null
}
