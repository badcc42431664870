import { getScalingFactor, setScalingFactor } from '#contract/calls/settings.ts'
import { REPLIES } from '#contract/replies.ts'
import { type Route, route } from '../http/handler.ts'
import type { Scaling } from './scaling.service.ts'

/** The scaling factors of the caller's company (ADM-11). */
export const scalingRoutes = ({ scaling }: { scaling: Scaling }): Route[] => [
  route(getScalingFactor, async ({ caller }) => ({ scalingFactor: await scaling.read(caller) })),
  route(setScalingFactor, async ({ caller, body }) => ({
    message: REPLIES.scalingFactorsSaved,
    scalingFactor: await scaling.set(caller, body.scalingFactor),
  })),
]
