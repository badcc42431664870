import { Button } from '@mantine/core'
import { IconCreditCard, IconUserShare } from '@tabler/icons-react'
import { shallowEqual, useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { selectHeader, selectPayment, selectSupport, selectUiType } from '#src/machines/app/app.selectors.ts'
import type { paymentMachine } from '#src/machines/payment/payment.machine.ts'
import { useApp, useAppSelector, useServices } from '../kit/app-context.tsx'
import { BusyButton } from '../kit/busy-button.tsx'
import classes from './header.module.css'
import { SHELL } from './shell.text.ts'

/** What the header holds here, for whoever is logged in. */
export const useHeaderTools = () => useSelector(useApp(), selectHeader, shallowEqual)

const useIsAsking = (payment: ActorRefFrom<typeof paymentMachine> | undefined): boolean =>
  useSelector(payment, (snapshot) => snapshot?.hasTag('busy') ?? false)

const PayHub = ({ isDisabled }: { isDisabled: boolean }) => {
  const payment = useAppSelector(selectPayment)
  return (
    <BusyButton
      size="xs"
      variant="default"
      disabled={isDisabled}
      busy={useIsAsking(payment)}
      leftSection={<IconCreditCard size={16} stroke={1.75} aria-hidden />}
      onClick={() => payment?.send({ type: 'payment.pressed' })}
    >
      {SHELL.payHub}
    </BusyButton>
  )
}

const SwitchProfile = () => {
  const { location } = useServices()
  const support = useAppSelector(selectSupport)
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconUserShare size={16} stroke={1.75} aria-hidden />}
      onClick={() => location.leave(() => support?.send({ type: 'support.switched' }))}
    >
      {SHELL.switchProfile}
    </Button>
  )
}

const Beta = () => {
  const app = useApp()
  const { location } = useServices()
  const isBeta = useAppSelector(selectUiType) === 'beta'
  const change = () => app.send({ type: 'interface.changed', uiType: isBeta ? 'alpha' : 'beta' })
  return (
    <button
      type="button"
      role="switch"
      className={classes['beta']}
      aria-checked={isBeta}
      onClick={() => location.leave(change)}
    >
      {SHELL.beta}
    </button>
  )
}

/** What only some roles and pages have: PayHub, SWITCH PROFILE, BETA. On phones the drawer holds it. */
export const HeaderExtras = () => {
  const { payHub, hasSwitchProfile, hasInterfaceSwitch } = useHeaderTools()
  return (
    <>
      {payHub === null ? null : <PayHub isDisabled={payHub === 'disabled'} />}
      {hasSwitchProfile ? <SwitchProfile /> : null}
      {hasInterfaceSwitch ? <Beta /> : null}
    </>
  )
}
