import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AcceptedDevice, PendingDevice } from '#contract/records/gateway.ts'
import type { GatewayActor } from '#src/machines/gateway/gateway.machine.ts'
import { GATEWAY_DEVICES } from '#src/texts/en/gateway.ts'
import { formatDateTime, formatPosition } from '../kit/formats.ts'
import { clockText, Plate } from '../kit/vehicle.tsx'
import classes from './gateway.module.css'

type Named = Pick<PendingDevice, 'deviceId' | 'deviceName' | 'protocol'>

const Device = ({
  device: { deviceId, deviceName, protocol },
  facts,
  children,
}: {
  device: Named
  facts: ReactNode
  children: ReactNode
}) => (
  <li className={classes['device']}>
    <div>
      <b translate="no">{deviceId}</b>
      <span translate="no" className={classes['quiet']}>
        {[deviceName, protocol].filter((text) => text !== null).join(' · ')}
      </span>
      {facts}
    </div>
    <div className={classes['actions']}>{children}</div>
  </li>
)

/** An empty list would be announced as one. */
const Devices = ({ children }: { children: readonly ReactNode[] }) =>
  children.length === 0 ? null : <ul className={classes['devices']}>{children}</ul>

const placeOf = ({ lng, lat }: PendingDevice): string =>
  lng === null || lat === null
    ? GATEWAY_DEVICES.noPlace
    : GATEWAY_DEVICES.at({ place: formatPosition(lng, lat) })

/** The devices that wait to be accepted. */
export const PendingDevices = ({
  actor,
  devices,
}: {
  actor: GatewayActor
  devices: readonly PendingDevice[]
}) => (
  <section className={classes['part']} aria-label={GATEWAY_DEVICES.pending}>
    <h3 className={classes['partTitle']}>{GATEWAY_DEVICES.pending}</h3>
    <p className={classes['quiet']}>
      {devices.length === 0 ? GATEWAY_DEVICES.nonePending : GATEWAY_DEVICES.pendingLead}
    </p>
    <Devices>
      {devices.map((device) => (
        <Device
          key={device.deviceId}
          device={device}
          facts={
            <span translate="no" className={classes['quiet']}>
              {GATEWAY_DEVICES.seen({ positions: device.positions, at: formatDateTime(device.lastSeen) })},{' '}
              {placeOf(device)}
            </span>
          }
        >
          <Button
            variant="default"
            aria-label={GATEWAY_DEVICES.acceptNamed({ id: device.deviceId })}
            onClick={() =>
              actor.send({ type: 'gateway.devicePressed', deviceId: device.deviceId, fromVehicleId: null })
            }
          >
            {GATEWAY_DEVICES.accept}
          </Button>
        </Device>
      ))}
    </Devices>
  </section>
)

/** The devices that report for vehicles. */
export const AcceptedDevices = ({
  actor,
  devices,
}: {
  actor: GatewayActor
  devices: readonly AcceptedDevice[]
}) => (
  <section className={classes['part']} aria-label={GATEWAY_DEVICES.accepted}>
    <h3 className={classes['partTitle']}>{GATEWAY_DEVICES.accepted}</h3>
    {devices.length === 0 ? <p className={classes['quiet']}>{GATEWAY_DEVICES.noneAccepted}</p> : null}
    <Devices>
      {devices.map((device) => {
        const { deviceId, vehicleId: fromVehicleId, registration, clockAheadS } = device
        const clock = clockText(clockAheadS)
        return (
          <Device
            key={deviceId}
            device={device}
            facts={
              <>
                <Plate registration={registration} />
                {clock === null ? null : <span>{clock}</span>}
              </>
            }
          >
            <Button
              variant="default"
              aria-label={GATEWAY_DEVICES.moveNamed({ id: deviceId })}
              onClick={() => actor.send({ type: 'gateway.devicePressed', deviceId, fromVehicleId })}
            >
              {GATEWAY_DEVICES.move}
            </Button>
            <Button
              variant="default"
              aria-label={GATEWAY_DEVICES.releaseNamed({ id: deviceId })}
              onClick={() => actor.send({ type: 'gateway.releasePressed', deviceId, fromVehicleId })}
            >
              {GATEWAY_DEVICES.release}
            </Button>
          </Device>
        )
      })}
    </Devices>
  </section>
)
