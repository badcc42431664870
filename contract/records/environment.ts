import * as z from 'zod/mini'

/** The environment document, fetched at start and never compiled in (SES-48, OPEN-06). Empty strings mean "not configured". */
export const Environment = z.object({
  productName: z.string().check(z.minLength(1)),
  v2BaseUrl: z.string().check(z.minLength(1)),
  v3BaseUrl: z.string().check(z.minLength(1)),
  identityBaseUrl: z.string().check(z.minLength(1)),
  apiKey: z.string(),
  routerBase: z.string(),
  googleMapsKey: z.string(),
  mapStyleUrl: z.string(),
  satelliteTilesUrl: z.string(),
  geocoderUrl: z.string(),
  supportPhone: z.string(),
  supportEmail: z.string(),
  supportViewUserId: z.string(),
  identityProvider: z.nullable(
    z.object({
      clientId: z.string(),
      redirectUri: z.string(),
      scope: z.string(),
      authorizeUrl: z.string(),
      logoutUrl: z.string(),
    }),
  ),
  lab: z.boolean(),
  /** Hosts PayHub may open. Absent or empty means any host, over https (AC-17). */
  paymentHosts: z.optional(z.array(z.string())),
  /** The id of a map styled at Google for `googleMapsKey`. Absent means Google's demo map. */
  googleMapId: z.optional(z.string()),
  /** How much of the bundled basemap's made-up road network is drawn: `overview` if vehicles drive on real roads. Absent means `all`. */
  roadDetail: z.optional(z.enum(['all', 'overview'])),
})
export type Environment = z.infer<typeof Environment>
