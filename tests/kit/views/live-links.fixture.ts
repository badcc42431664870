import { liveLinksMachine } from '#src/machines/live-share/live-links.machine.ts'
import type {
  FenceChoice,
  LinkList,
  MadeLink,
  ShareChange,
  ShareDraft,
} from '#src/machines/live-share/live-links.ports.ts'
import { controlledPromise } from '#tests/kit/machines/controlled-ports.ts'

/** The owner's live links, every port answered by the test. */
export const createLiveLinksFixture = () => {
  const [fences, create, list, change] = [
    controlledPromise<readonly FenceChoice[]>(),
    controlledPromise<MadeLink, ShareDraft>(),
    controlledPromise<LinkList, { readonly isPolled: boolean }>(),
    controlledPromise<void, ShareChange>(),
  ]
  return {
    fences,
    create,
    list,
    change,
    machine: liveLinksMachine.provide({
      actors: {
        loadFences: fences.logic,
        createLink: create.logic,
        loadLinks: list.logic,
        changeLink: change.logic,
      },
    }),
  }
}
