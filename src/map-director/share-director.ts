import type { ActorRefFrom } from 'xstate'
import { MAX_FIT_ZOOM } from '#contract/constants.ts'
import type { ShareTrail } from '#contract/records/live-share.ts'
import type { LngLat } from '#domain/geo.ts'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { selectLiveShare, selectTheme } from '#src/machines/app/app.selectors.ts'
import {
  selectFollowedId,
  selectSharedLink,
  selectSharePhase,
  selectSharePoint,
  selectShareStream,
} from '#src/machines/live-share/live-share.selectors.ts'
import { createListeners } from '#src/services/kit/listeners.ts'
import { watchActorChain, whenChanged } from '#src/services/kit/watch-actors.ts'
import type { MapPort, TrailDrawing } from '#src/services/map/map.port.ts'
import type { ShareDirector } from '#src/services/map/map-director.port.ts'
import { createBounds } from './bounds.ts'

/** Draws the shared vehicles on the map of the shared page, and the trail of the followed one (SHR-13). */
export const createShareDirector = ({
  root,
  map,
}: {
  root: ActorRefFrom<typeof appMachine>
  map: MapPort
}): ShareDirector => {
  let trail: TrailDrawing | undefined
  let bounds = createBounds()
  let following = false
  const listeners = createListeners<void>()

  const actor = () => selectLiveShare(root.getSnapshot())
  const ofPage =
    <T>(select: (snapshot: NonNullable<ReturnType<typeof page>>) => T) =>
    () => {
      const snapshot = page()
      return snapshot === undefined ? undefined : select(snapshot)
    }
  const page = () => actor()?.getSnapshot()

  const setFollowing = (next: boolean) => {
    if (following === next) return
    following = next
    listeners.notify()
  }
  const fitAll = () => {
    const corners = bounds.corners()
    if (trail !== undefined && corners.length > 0) map.fit(corners, { maxZoom: MAX_FIT_ZOOM.vehicle })
    else map.fit('fleet', { maxZoom: MAX_FIT_ZOOM.fleet })
  }

  const rules = [
    whenChanged(
      () => selectTheme(root.getSnapshot()),
      (theme) => map.setTheme(theme),
    ),
    whenChanged(
      // The followed vehicle is the head of its trail.
      ofPage((snapshot) => {
        const followed = selectFollowedId(snapshot)
        const ids = selectSharedLink(snapshot)?.vehicleIds ?? []
        return selectSharePhase(snapshot) === 'shown' ? ids.filter((id) => id !== followed).join() : undefined
      }),
      (ids) => {
        if (ids === undefined) return map.hideFleet()
        map.showFleet(new Set(ids === '' ? [] : ids.split(',').map(Number)))
      },
    ),
    whenChanged(ofPage(selectFollowedId), (vehicleId) => {
      trail?.clear()
      trail = undefined
      bounds = createBounds()
      setFollowing(false)
      if (vehicleId === null || vehicleId === undefined) return
      trail = map.showTrail()
      trail.setLive(false)
    }),
    whenChanged(
      ofPage((snapshot) => selectShareStream(snapshot) === 'open'),
      (isLive) => trail?.setLive(isLive === true),
    ),
    whenChanged(ofPage(selectSharePoint), (point, before) => {
      if (trail === undefined || point === null || point === undefined) return
      const at: LngLat = [point.LONG, point.LAT]
      trail.extend({ at, heading: point.heading, status: point.status, time: point.time })
      bounds.add(...at)
      if (before !== null && before !== undefined) return
      map.fit([at], { maxZoom: MAX_FIT_ZOOM.vehicle })
      trail.follow(true)
      setFollowing(true)
    }),
    whenChanged(
      ofPage((snapshot) => selectSharePhase(snapshot) === 'shown' && selectFollowedId(snapshot) === null),
      (isListed) => {
        if (isListed) fitAll()
      },
    ),
  ]

  const stops = [
    watchActorChain(root, [actor], () => {
      for (const rule of rules) rule()
    }),
    map.onPress(({ vehicleId }) => {
      if (vehicleId !== undefined) actor()?.send({ type: 'share.followed', vehicleId })
    }),
    map.onCameraMoved(() => setFollowing(false)),
  ]

  return {
    addTrail: ({ LAT, LONG, time }: ShareTrail) => {
      // The last place is that of the latest position, which follows with its status.
      for (let i = 0; i < time.length - 1; i += 1) {
        const at: LngLat = [LONG[i] ?? Number.NaN, LAT[i] ?? Number.NaN]
        trail?.extend({ at, heading: null, status: '', time: time[i] ?? Number.NaN })
        bounds.add(...at)
      }
    },
    following: { subscribe: listeners.add, getSnapshot: () => following },
    follow: (on) => {
      if (trail === undefined) return
      trail.follow(on)
      setFollowing(on)
    },
    showAll: () => {
      trail?.follow(false)
      setFollowing(false)
      fitAll()
    },
    stop: () => {
      for (const stop of stops) stop()
      trail?.clear()
    },
  }
}
