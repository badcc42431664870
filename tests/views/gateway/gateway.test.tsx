import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Gateway } from '#contract/records/gateway.ts'
import { refusedCall } from '#tests/kit/builders/refused-calls.ts'
import { chooseTab, closePageAfterEach, openSettings, page, press } from '#tests/kit/views/settings.page.ts'

closePageAfterEach()

const gateway = (over: Partial<Gateway> = {}): Gateway => ({
  ...{ madeAt: null, address: 'https://fleet.example/ingest/traccar', pending: [], accepted: [] },
  registrations: ['KA 01 AB 1234', 'KA 02 CD 5678'],
  ...over,
})
const AT = Date.UTC(2026, 10, 10, 6)
const device = { deviceId: '8670001', deviceName: 'Truck 12', protocol: 'teltonika' }
const waits = { ...device, positions: 3, lastSeen: AT, lng: 73.85, lat: 18.52 }
const reports = { ...device, vehicleId: 7, registration: 'KA 01 AB 1234' }
const open = async (shown: Gateway) => {
  await openSettings('CUSTOMERADMIN')
  await chooseTab('Gateway')
  expect(screen.getByRole('status').textContent).toBe('Loading...')
  await page.act(() => page.shell.readGateway.latest().resolve(shown))
}
const changed = (shown: Gateway, gatewayKey: string | null = null) =>
  page.act(() => page.shell.changeGateway.latest().resolve({ gateway: shown, gatewayKey }))
const lastChange = () => page.shell.changeGateway.latest().input
const name = (registration: string) =>
  page.act(() =>
    fireEvent.change(screen.getByRole('combobox', { name: 'Vehicle' }), { target: { value: registration } }),
  )
const inDialog = () => within(screen.getByRole('dialog'))

test('OWN-03 a key is made, shown with its settings until it is copied, and replaced after a question', async () => {
  await open(gateway())
  expect(screen.getByText(/There is no key/)).toBeTruthy()
  await press('Make a key')
  expect(lastChange()).toEqual({ kind: 'makeKey', replaces: false })
  await changed(gateway({ madeAt: AT }), 'first-key')
  const lines = screen.getByRole('region', { name: 'For traccar.xml' }).textContent
  expect(lines).toContain("<entry key='forward.url'>https://fleet.example/ingest/traccar</entry>")
  expect(lines).toContain("<entry key='forward.header'>Authorization: Bearer first-key</entry>")
  await press('Copy key')
  await press('Copy lines')
  expect(page.copied).toEqual(['first-key', lines])
  expect(screen.queryByText(/Only this machine reaches/)).toBeNull()
  expect(
    screen.queryByRole('button', { name: 'Replace the key' }),
    'not beside a key to be copied',
  ).toBeNull()
  await press('I have copied it')
  expect(screen.queryByText(/first-key/)).toBeNull()
  expect(screen.getByText(/made on 10-11-2026 11:30:00. It cannot be shown again/)).toBeTruthy()
  await press('Replace the key')
  expect(inDialog().getByText(/The old key ends at once/)).toBeTruthy()
  await press('Cancel')
  expect(page.shell.changeGateway.calls).toHaveLength(1)
  await press('Replace the key')
  await press('Replace')
  expect(lastChange()).toEqual({ kind: 'makeKey', replaces: true })
  await changed(gateway({ madeAt: AT }), 'next-key')
  await press('I have copied it')
  await press('Revoke the key')
  await press('Revoke')
  expect(lastChange()).toEqual({ kind: 'revokeKey' })
  await changed(gateway())
  expect(screen.getByRole('button', { name: 'Make a key' })).toBeTruthy()
})

test('OWN-03 where the browser does not copy, that is said and the key can be selected; so is an address for this machine alone', async () => {
  await open(gateway({ address: 'http://localhost:8080/ingest/traccar' }))
  page.refuseCopying()
  await press('Make a key')
  await changed(gateway({ madeAt: AT, address: 'http://localhost:8080/ingest/traccar' }), 'first-key')
  await press('Copy key')
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'The browser does not allow copying. Select the text and copy it.',
  )
  expect(screen.getAllByRole('definition')[0]?.textContent).toBe('first-key')
  expect(screen.getByText(/Only this machine reaches this address/)).toBeTruthy()
})

test('OWN-03 a waiting device is accepted for a vehicle or a new one, and a refusal stays in the dialog', async () => {
  await open(gateway({ madeAt: AT, pending: [waits] }))
  const lists = (name: string) => within(screen.getByRole('region', { name })).queryAllByRole('list').length
  expect([lists('Pending devices'), lists('Accepted devices')], 'no empty list').toEqual([1, 0])
  const row = screen.getByRole('region', { name: 'Pending devices' }).textContent
  expect(row).toContain('3 positions, last seen 10-11-2026 11:30:00, at 18.52000° N, 73.85000° E')
  await press('Accept 8670001')
  await press('Cancel')
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Accept 8670001')
  await name('KA 09 N 1')
  await press('Add vehicle and accept')
  const accept = { kind: 'accept', deviceId: '8670001', fromVehicleId: null }
  expect(lastChange()).toEqual({ ...accept, registration: 'KA 09 N 1', addsVehicle: true })
  await page.act(() => page.shell.changeGateway.latest().reject(refusedCall('gatewayDeviceChanged')))
  expect(inDialog().getByRole('alert').textContent).toMatch(/^This device was accepted, moved or released/)
  await name('ka 01 ab 1234')
  await press('Accept')
  expect(lastChange()).toEqual({ ...accept, registration: 'ka 01 ab 1234', addsVehicle: false })
  await changed(gateway({ madeAt: AT, accepted: [reports] }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('No device waits to be accepted.')).toBeTruthy()
})

test('B13 an accepted device whose clock is ahead says so', async () => {
  await open(gateway({ madeAt: AT, accepted: [{ ...reports, clockAheadS: 19_800 }] }))
  expect(screen.getByText('Its clock is 5 hr 30 min ahead. Times are put right.')).toBeTruthy()
})

test('OWN-03 an accepted device is moved and released', async () => {
  await open(gateway({ madeAt: AT, accepted: [reports] }))
  await press('Move 8670001')
  await name('KA 02 CD 5678')
  await press('Move')
  expect(lastChange()).toMatchObject({ kind: 'accept', fromVehicleId: 7, registration: 'KA 02 CD 5678' })
  await changed(gateway({ madeAt: AT, accepted: [{ ...reports, vehicleId: 8 }] }))
  await press('Release 8670001')
  expect(inDialog().getByText(/What it has sent stays with the vehicle/)).toBeTruthy()
  await press('Release')
  expect(lastChange()).toEqual({ kind: 'release', deviceId: '8670001', fromVehicleId: 8 })
  await changed(gateway({ madeAt: AT, pending: [waits] }))
  expect(screen.getByRole('button', { name: 'Accept 8670001' })).toBeTruthy()
})

test('OWN-03 a gateway that cannot be loaded says so and is loaded again; others have no such tab', async () => {
  await openSettings('CUSTOMERADMIN')
  await chooseTab('Gateway')
  await page.act(() => page.shell.readGateway.latest().reject({ name: 'NetworkFailure', message: '' }))
  expect(screen.getByRole('alert')).toBeTruthy()
  await press('Reload')
  await page.act(() => page.shell.readGateway.latest().resolve(gateway()))
  expect(screen.queryByRole('alert')).toBeNull()
  page.close()
  await openSettings('CUSTOMER')
  expect(screen.queryByRole('tab', { name: 'Gateway' })).toBeNull()
})
