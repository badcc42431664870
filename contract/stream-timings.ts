/** Most vehicles whose positions come over one connection. */
export const MAX_FOLLOWED_VEHICLES = 50
