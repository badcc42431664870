import { Button } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Gateway } from '#contract/records/gateway.ts'
import { forwarderText } from '#domain/forwarder.ts'
import { isLoopback } from '#domain/loopback.ts'
import type { GatewayActor } from '#src/machines/gateway/gateway.machine.ts'
import { selectGatewayKey, selectIsBusy } from '#src/machines/gateway/gateway.selectors.ts'
import { GATEWAY_KEY } from '#src/texts/en/gateway.ts'
import { useServices } from '../kit/app-context.tsx'
import { BusyButton } from '../kit/buttons.tsx'
import { formatDateTime } from '../kit/formats.ts'
import classes from './gateway.module.css'

const Copy = ({ text, children }: { text: string; children: string }) => {
  const { clipboard } = useServices()
  const [isDone, setDone] = useState<boolean | null>(null)
  const copy = () =>
    clipboard.write(text).then(
      () => setDone(true),
      () => setDone(false),
    )
  return (
    <>
      <Button variant="default" onClick={copy}>
        {children}
      </Button>
      <span role="status" className={classes['quiet']}>
        {isDone === null ? null : isDone ? GATEWAY_KEY.copied : GATEWAY_KEY.copyByHand}
      </span>
    </>
  )
}

/** A key that was just made, and what to write into traccar.xml. */
const NewKey = ({ actor, address, secret }: { actor: GatewayActor; address: string; secret: string }) => {
  const lines = forwarderText(address, secret)
  return (
    <div className={classes['made']}>
      <h4 className={classes['madeTitle']}>{GATEWAY_KEY.made}</h4>
      <p className={classes['quiet']}>{GATEWAY_KEY.madeText}</p>
      <dl className={classes['facts']}>
        <dt>{GATEWAY_KEY.key}</dt>
        <dd>
          <code>{secret}</code>
        </dd>
        <dt>{GATEWAY_KEY.address}</dt>
        <dd>
          <code>{address}</code>
        </dd>
      </dl>
      {isLoopback(new URL(address).hostname) ? (
        <p className={classes['quiet']}>{GATEWAY_KEY.onlyHere}</p>
      ) : null}
      <div className={classes['actions']}>
        <Copy text={secret}>{GATEWAY_KEY.copyKey}</Copy>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className={classes['lines']} aria-label={GATEWAY_KEY.settings} tabIndex={0}>
        <pre>{lines}</pre>
      </section>
      <div className={classes['actions']}>
        <Copy text={lines}>{GATEWAY_KEY.copySettings}</Copy>
        <Button onClick={() => actor.send({ type: 'gateway.keyHidden' })}>{GATEWAY_KEY.hide}</Button>
      </div>
    </div>
  )
}

/** The key of the gateway: whether there is one, and the buttons to make, replace and revoke it. */
export const GatewayKey = ({ actor, gateway }: { actor: GatewayActor; gateway: Gateway }) => {
  const secret = useSelector(actor, selectGatewayKey)
  const busy = useSelector(actor, selectIsBusy)
  const { madeAt, address } = gateway
  return (
    <section className={classes['part']} aria-label={GATEWAY_KEY.title}>
      <h3 className={classes['partTitle']}>{GATEWAY_KEY.title}</h3>
      {secret === null ? (
        <p className={classes['quiet']}>
          {madeAt === null ? GATEWAY_KEY.none : GATEWAY_KEY.madeAt({ at: formatDateTime(madeAt) })}
        </p>
      ) : (
        <NewKey actor={actor} address={address} secret={secret} />
      )}
      {secret !== null ? null : (
        <div className={classes['actions']}>
          {madeAt === null ? (
            <BusyButton busy={busy} onClick={() => actor.send({ type: 'gateway.makePressed' })}>
              {GATEWAY_KEY.make}
            </BusyButton>
          ) : (
            <>
              <Button variant="default" onClick={() => actor.send({ type: 'gateway.replacePressed' })}>
                {GATEWAY_KEY.replace}
              </Button>
              <Button variant="default" onClick={() => actor.send({ type: 'gateway.revokePressed' })}>
                {GATEWAY_KEY.revoke}
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  )
}
