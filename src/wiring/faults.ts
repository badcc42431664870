import { fromPromise } from 'xstate'
import type { FaultSettings } from '#contract/records/faults.ts'
import { faultsMachine } from '#src/machines/faults/faults.machine.ts'
import { notifyAction, type Page, type Services } from './services.ts'

/** Wires the faults on demand. */
export const wireFaults = ({ faults }: Pick<Services, 'faults'>, page: Pick<Page, 'notify'>) =>
  faultsMachine.provide({
    actors: {
      restore: fromPromise<FaultSettings | null, undefined>(() => faults.restore()),
      apply: fromPromise<void, FaultSettings>(({ input }) => faults.apply(input)),
    },
    actions: {
      notify: notifyAction(page),
      turnOff: () => faults.turnOff(),
      dropStream: () => faults.dropStream(),
    },
  })
