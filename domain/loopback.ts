/** Whether other machines cannot reach a server at this host, which may be an IPv6 address in brackets. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
