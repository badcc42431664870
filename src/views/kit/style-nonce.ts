const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// By this name react-remove-scroll, which holds the page still below a dialog, looks for it.
Object.assign(globalThis, { __webpack_nonce__: nonce })

/** The nonce with which the page's policy allows style elements; empty where the page came without one. */
export const styleNonce = (): string => nonce
