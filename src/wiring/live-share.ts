import { fromEventObservable, fromPromise } from 'xstate'
import { liveShareMachine } from '#src/machines/live-share/live-share.machine.ts'
import type { LinkAnswer, ShareEnded, ShareStreamEvent } from '#src/machines/live-share/live-share.ports.ts'
import type { LazyModule } from '#src/services/kit/lazy-module.ts'
import type { SharedPage } from './live-share-page.ts'
import { notifyAction, type Page } from './services.ts'

/** Wires the shared page. Its code and its map are loaded when it is opened. */
export const wireLiveShare = (page: Page, shared: LazyModule<SharedPage>) =>
  liveShareMachine.provide({
    actors: {
      checkLink: fromPromise<LinkAnswer, undefined>(async ({ signal }) =>
        (await shared.load()).check(signal),
      ),
      watchLink: fromEventObservable<ShareEnded, undefined>(() => shared.now().watch()),
      followShared: fromEventObservable<ShareStreamEvent, { vehicleId: number }>(({ input: { vehicleId } }) =>
        shared.now().follow(vehicleId),
      ),
    },
    actions: { notify: notifyAction(page) },
  })
