/**
 * Whether an address of the payment portal may be opened: written out as https with a host, without user info, and on the
 * list of hosts where there is one (AC-17). What a browser would mend (backslashes, blanks, missing slashes) is refused.
 */
export const isOpenable = (address: string, hosts: readonly string[]): boolean => {
  if (!/^https:\/\/[a-z0-9][a-z0-9.-]*(:\d+)?([/?#]|$)/.test(address) || /[\s\\]/.test(address)) return false
  if (!URL.canParse(address)) return false
  const { hostname, username, password } = new URL(address)
  return username === '' && password === '' && (hosts.length === 0 || hosts.includes(hostname))
}
