import { type ActorRefFrom, assertEvent, assign, setup } from 'xstate'
import { failureNotice } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, eventPort, promisePort } from '../kit/port.ts'
import type { MaintenanceDueEvent, MaintenanceStatus } from './maintenance.ports.ts'

/** Events of the maintenance notice. `set` is the administrators' switch (TCK-11). */
export type MaintenanceEvent = ({ type: 'maintenance.set' } & MaintenanceStatus) | MaintenanceDueEvent

/** Whether the portal is under maintenance, for guests as well (TCK-11, TCK-12). While the server is not reached, it stays as it was. */
export const maintenanceMachine = setup({
  types: {
    context: {} as MaintenanceStatus,
    events: {} as MaintenanceEvent,
    children: {} as { read: 'readStatus'; write: 'writeStatus'; checks: 'checks' },
    tags: {} as 'saving',
  },
  actors: {
    readStatus: promisePort<boolean>('maintenance.readStatus'),
    writeStatus: promisePort<boolean, MaintenanceStatus>('maintenance.writeStatus'),
    checks: eventPort<MaintenanceDueEvent>('maintenance.checks'),
  },
  actions: {
    notify: actionPort<Notice>('maintenance.notify'),
    setStatus: assign((_, { isOn }: MaintenanceStatus) => ({ isOn })),
  },
}).createMachine({
  id: 'maintenance',
  context: { isOn: false },
  invoke: { id: 'checks', src: 'checks' },
  initial: 'reading',
  states: {
    reading: {
      on: { 'maintenance.set': 'saving' },
      invoke: {
        id: 'read',
        src: 'readStatus',
        onDone: {
          target: 'resting',
          actions: { type: 'setStatus', params: ({ event }) => ({ isOn: event.output }) },
        },
        onError: 'resting',
      },
    },
    resting: { on: { 'maintenance.checkDue': 'reading', 'maintenance.set': 'saving' } },
    saving: {
      tags: 'saving',
      invoke: {
        id: 'write',
        src: 'writeStatus',
        input: ({ event }) => {
          assertEvent(event, 'maintenance.set')
          return { isOn: event.isOn }
        },
        onDone: {
          target: 'resting',
          actions: { type: 'setStatus', params: ({ event }) => ({ isOn: event.output }) },
        },
        onError: { target: 'resting', actions: { type: 'notify', params: failureNotice } },
      },
    },
  },
})

/** The running machine, to read and send to. */
export type MaintenanceActor = ActorRefFrom<typeof maintenanceMachine>
