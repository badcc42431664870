import { Tabs } from '@mantine/core'
import { IconBarrierBlock } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { selectSettings } from '#src/machines/app/app.selectors.ts'
import type { settingsMachine } from '#src/machines/settings/settings.machine.ts'
import {
  selectAlertPreferences,
  selectAlertSettings,
  selectBackTest,
  selectContact,
  selectEditor,
  selectGateway,
  selectImport,
  selectIsAsking,
  selectMayScore,
  selectOutbox,
  selectRole,
  selectScaling,
  selectScoredAlerts,
  selectSupportChanges,
  selectTab,
  selectUndelivered,
} from '#src/machines/settings/settings.selectors.ts'
import { type SettingsTab, tabsOf } from '#src/machines/settings/settings.tabs.ts'
import { ALERT_FORM } from '#src/texts/en/alert-settings.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { SETTINGS, SETTINGS_TAB } from '#src/texts/en/settings.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { EmptyState, RetryNote } from '../kit/empty-state.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { bringIntoView, usePhone } from '../kit/hooks.ts'
import { lazyView } from '../kit/lazy-view.ts'
import page from '../kit/page.module.css'
import { Soon } from '../kit/soon.tsx'
import { OutboxTab } from './outbox-tab.tsx'
import { PasswordTab } from './password-tab.tsx'
import classes from './settings.module.css'
import { UndeliveredTab } from './undelivered-tab.tsx'

const Loading = () => <p role="status">{TEXTS.loading}</p>
const AlertSettingsTab = lazyView(() => import('../alerts/alert-settings-tab.tsx'), Loading)
const AlertPreferencesTab = lazyView(() => import('../alerts/alert-preferences-tab.tsx'), Loading)
const ImportTab = lazyView(() => import('../import/import-tab.tsx'), Loading)
const GatewayTab = lazyView(() => import('../gateway/gateway-tab.tsx'), Loading)
const ScalingTab = lazyView(() => import('./scaling-tab.tsx'), Loading)
const ScoredAlertsTab = lazyView(() => import('../alerts/scored-alerts-tab.tsx'), Loading)
const SupportAccessTab = lazyView(() => import('../support/support-access-tab.tsx'), Loading)
const TickerTab = lazyView(() => import('../ticker/ticker-tab.tsx'), Loading)
const MaintenanceTab = lazyView(() => import('../maintenance/maintenance-tab.tsx'), Loading)

/** The running machine, to read and send to. */
export type SettingsActor = ActorRefFrom<typeof settingsMachine>

const ConnectedTicker = ({ settings }: { settings: SettingsActor }) => {
  const editor = useSelector(settings, selectEditor)
  return editor === undefined ? null : <TickerTab editor={editor} />
}

const ConnectedImport = ({ settings }: { settings: SettingsActor }) => {
  const imports = useSelector(settings, selectImport)
  return imports === undefined ? null : <ImportTab imports={imports} />
}

const ConnectedGateway = ({ settings }: { settings: SettingsActor }) => {
  const gateway = useSelector(settings, selectGateway)
  return gateway === undefined ? null : <GatewayTab actor={gateway} />
}

const ConnectedScaling = ({ settings }: { settings: SettingsActor }) => {
  const scaling = useSelector(settings, selectScaling)
  return scaling === undefined ? null : <ScalingTab scaling={scaling} />
}

const ConnectedScoredAlerts = ({ settings }: { settings: SettingsActor }) => {
  const form = useSelector(settings, selectScoredAlerts)
  const mayChoose = useSelector(settings, selectMayScore)
  return form === undefined ? null : <ScoredAlertsTab form={form} mayChoose={mayChoose} />
}

const ConnectedOutbox = ({ settings }: { settings: SettingsActor }) => {
  const outbox = useSelector(settings, selectOutbox)
  return outbox === undefined ? null : <OutboxTab outbox={outbox} />
}

const ConnectedUndelivered = ({ settings }: { settings: SettingsActor }) => {
  const undelivered = useSelector(settings, selectUndelivered)
  return undelivered === undefined ? null : <UndeliveredTab undelivered={undelivered} />
}

const ConnectedSupportAccess = ({ settings }: { settings: SettingsActor }) => {
  const actor = useSelector(settings, selectSupportChanges)
  return actor === undefined ? null : <SupportAccessTab actor={actor} />
}

const ConnectedAlertSettings = ({ settings }: { settings: SettingsActor }) => {
  const form = useSelector(settings, selectAlertSettings)
  const backTest = useSelector(settings, selectBackTest)
  return form === undefined || backTest === undefined ? null : (
    <AlertSettingsTab form={form} backTest={backTest} />
  )
}

const ConnectedAlertPreferences = ({ settings }: { settings: SettingsActor }) => {
  const form = useSelector(settings, selectAlertPreferences)
  const contact = useSelector(settings, selectContact)
  return form === undefined || contact === undefined ? null : (
    <AlertPreferencesTab form={form} contact={contact} />
  )
}

/** Asks before unsaved changes of a tab are discarded. Closing the dialog keeps editing. */
const DiscardChanges = ({ settings }: { settings: SettingsActor }) =>
  useSelector(settings, selectIsAsking) ? (
    <ConfirmDialog
      title={ALERT_FORM.leaveTitle}
      size={420}
      cancel={ALERT_FORM.leaveKeep}
      confirm={ALERT_FORM.leaveDiscard}
      onCancel={() => settings.send({ type: 'settings.kept' })}
      onConfirm={() => settings.send({ type: 'settings.discardConfirmed' })}
    >
      <p>{ALERT_FORM.leaveText}</p>
    </ConfirmDialog>
  ) : null

const Content = ({ tab, settings }: { tab: SettingsTab; settings: SettingsActor }) => {
  switch (tab.id) {
    case 'changePassword':
      return <PasswordTab settings={settings} />
    case 'alertSettings':
      return <ConnectedAlertSettings settings={settings} />
    case 'alertPreferences':
      return <ConnectedAlertPreferences settings={settings} />
    case 'tickerMessages':
      return <ConnectedTicker settings={settings} />
    case 'maintenance':
      return <MaintenanceTab />
    case 'importPositions':
      return <ConnectedImport settings={settings} />
    case 'gateway':
      return <ConnectedGateway settings={settings} />
    case 'scalingFactor':
      return <ConnectedScaling settings={settings} />
    case 'drivingScore':
      return <ConnectedScoredAlerts settings={settings} />
    case 'undelivered':
      return <ConnectedUndelivered settings={settings} />
    case 'supportAccess':
      return <ConnectedSupportAccess settings={settings} />
    case 'mailOutbox':
      return <ConnectedOutbox settings={settings} />
    default:
      return (
        <EmptyState
          icon={IconBarrierBlock}
          title={SETTINGS.notBuilt({ tab: SETTINGS_TAB[tab.id] })}
          text={SETTINGS.notBuiltText}
        />
      )
  }
}

/** The content of a tab. Where its code cannot be loaded, it alone says so and offers to load the page again: the others still work. */
const SafeContent = ({ tab, settings }: { tab: SettingsTab; settings: SettingsActor }) => (
  <ErrorBoundary
    resetKey={tab.id}
    fallback={
      <RetryNote
        text={SETTINGS.notLoaded({ tab: SETTINGS_TAB[tab.id] })}
        retry={KIT.retry}
        // A browser keeps that code could not be loaded for as long as the page lasts.
        onRetry={() => window.location.reload()}
      />
    }
  >
    <Content tab={tab} settings={settings} />
  </ErrorBoundary>
)

const Settings = ({ settings }: { settings: SettingsActor }) => {
  const phone = usePhone()
  const tabs = tabsOf(useSelector(settings, selectRole))
  const tab = useSelector(settings, selectTab)
  const open = tabs.find(({ id }) => id === tab)
  return (
    <Tabs
      className={classes['tabs'] ?? ''}
      value={open?.id ?? null}
      orientation={phone ? 'horizontal' : 'vertical'}
      keepMounted={false}
      variant="pills"
      classNames={{
        list: classes['list'] ?? '',
        tab: classes['tab'] ?? '',
        tabLabel: classes['tabLabel'] ?? '',
        panel: classes['panel'] ?? '',
      }}
      onChange={(value) => {
        const chosen = tabs.find(({ id }) => id === value)
        if (chosen !== undefined) settings.send({ type: 'settings.tabChosen', tab: chosen.id })
      }}
    >
      <Tabs.List aria-label={SETTINGS.tabs}>
        {tabs.map(({ id, isBuilt }) => (
          <Tabs.Tab
            key={id}
            value={id}
            ref={id === tab ? bringIntoView : null}
            aria-description={isBuilt ? undefined : KIT.soon}
            rightSection={isBuilt ? null : <Soon />}
          >
            {SETTINGS_TAB[id]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {open === undefined ? null : (
        <Tabs.Panel value={open.id} tabIndex={-1}>
          <SafeContent tab={open} settings={settings} />
          <DiscardChanges settings={settings} />
        </Tabs.Panel>
      )}
    </Tabs>
  )
}

/** The settings: a tab for each part, by role (ADM-01, ADM-02). */
const SettingsScreen = () => {
  const settings = useAppSelector(selectSettings)
  return (
    <div className={page['page']}>
      <h1 className={`${page['title']} ${classes['title']}`}>{SETTINGS.title}</h1>
      {settings === undefined ? null : <Settings settings={settings} />}
    </div>
  )
}

export default SettingsScreen
