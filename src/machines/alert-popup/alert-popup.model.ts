import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { AlertPopupContext, AlertPopupEvent, AlertPopupInput } from './alert-popup.machine.ts'
import type { AlertPollEvent, CoveredAlerts, PopupAlert, SignalState } from './alert-popup.ports.ts'

const alert = (alertId: number): PopupAlert => ({
  alertId,
  type: 'OVERSPEED',
  vehicleId: 5,
  registration: 'KA 01 AB 1234',
  time: 1_764_037_500_000 + alertId,
})
const polled = (alerts: readonly PopupAlert[], at: number): AlertPollEvent => ({
  type: 'alertPopup.polled',
  alerts,
  count: alerts.length,
  at,
})
const list: CoveredAlerts = { type: null, vehicleIds: null, from: 0, to: null }
const off: SignalState = { isNotifying: false, isSounding: false, consent: 'default' }

/** Everything that can happen to the popup. */
export const alertPopupModel: Model<AlertPopupContext, AlertPopupEvent, AlertPopupInput> = {
  inputs: [{ role: 'CUSTOMER' }, { role: 'MANAGER' }],
  stimuli: [
    polled([], 0),
    polled([alert(1)], 0),
    polled([alert(2), alert(1)], 300_000),
    { type: 'alertPopup.pageHidden', at: 20_000 },
    { type: 'alertPopup.pageShown', at: 320_000 },
    { type: 'alertPopup.mouseMoved', at: 10_000 },
    { type: 'alertPopup.followed', alert: { alertId: 1, type: 'OVERSPEED' } },
    { type: 'alertPopup.followed', alert: null },
    { type: 'alertPopup.listChanged', covered: list },
    { type: 'alertPopup.listChanged', covered: { ...list, type: 'IDLING' } },
    { type: 'alertPopup.listChanged', covered: null },
    { type: 'alertPopup.dismissed' },
    { type: 'alertPopup.toggled' },
    { type: 'alertPopup.focused', at: 15_000 },
    { type: 'alertPopup.blurred', at: 30_000 },
    { type: 'alertPopup.notifyingChosen', isOn: true },
    { type: 'alertPopup.notifyingChosen', isOn: false },
    { type: 'alertPopup.soundingChosen', isOn: true },
    { type: 'alertPopup.soundingChosen', isOn: false },
    doneOf('signals', off),
    errorOf('signals', { name: 'Error', message: 'The storage cannot be read.' }),
    doneOf('consent', 'granted'),
    doneOf('consent', 'denied'),
    errorOf('consent', { name: 'TypeError', message: 'Not here.' }),
    afterOf('idle', 'alertPopup.watching.popup.open.counting'),
  ],
  key: ({ alerts, known, showsAll, covered, isHidden, isFocused }) => [
    alerts.length,
    known.length,
    showsAll,
    covered,
    isHidden,
    isFocused,
  ],
  unreachable: {},
}
