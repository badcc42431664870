/** The parameters of a message, by name. */
export type ErrorParams = Readonly<Record<string, string | number>>

/** A message with its parameters; a placeholder without one stays as it is. */
export const fillMessage = (message: string, params: ErrorParams): string =>
  message.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : placeholder,
  )
