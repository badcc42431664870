import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy, IconShare } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { LiveLinksActor } from '#src/machines/live-share/live-links.machine.ts'
import { selectLinksDialog, selectMadeId } from '#src/machines/live-share/live-links.selectors.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { LIVE_LINKS } from '#src/texts/en/live-share.ts'
import { useServices } from '../kit/app-context.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorBox } from '../kit/failure-note.tsx'
import { LiveLinksDialog } from './live-links.tsx'
import classes from './share-dialogs.module.css'
import { ShareFormDialog } from './share-form.tsx'

/** The address of the new link, to copy or to hand to another app. */
const MadeDialog = ({ actor }: { actor: LiveLinksActor }) => {
  const { ownedLinks, clipboard, shareSheet } = useServices()
  const madeId = useSelector(actor, selectMadeId)
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const url = ownedLinks.addressOf(madeId ?? 0)
  const copy = () =>
    void clipboard.write(url).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    )
  return (
    <Dialog
      title={LIVE_LINKS.made}
      size={460}
      closeName={KIT.close}
      dismissible={copied === 'yes'}
      onClose={() => actor.send({ type: 'links.closed' })}
    >
      <div className={classes['form']}>
        <p className={classes['lead']}>{LIVE_LINKS.madeText}</p>
        <TextInput
          readOnly
          label={LIVE_LINKS.address}
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <VisuallyHidden role="status">{copied === 'yes' ? LIVE_LINKS.copied : null}</VisuallyHidden>
        {copied === 'failed' ? <ErrorBox isSmall>{LIVE_LINKS.copyFailed}</ErrorBox> : null}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={() => actor.send({ type: 'links.listOpened' })}>
            {LIVE_LINKS.open}
          </Button>
          {shareSheet.isOffered() ? (
            <Button
              variant="default"
              leftSection={<IconShare size={18} stroke={1.75} aria-hidden />}
              onClick={() => void shareSheet.open({ title: LIVE_LINKS.sendTitle, url })}
            >
              {LIVE_LINKS.send}
            </Button>
          ) : null}
          <Button
            leftSection={
              copied === 'yes' ? (
                <IconCheck size={18} stroke={1.75} aria-hidden />
              ) : (
                <IconCopy size={18} stroke={1.75} aria-hidden />
              )
            }
            onClick={copy}
          >
            {copied === 'yes' ? LIVE_LINKS.copied : LIVE_LINKS.copy}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The dialogs of the owner's live links: the form, the address of the new link, and the list. */
const ShareDialogs = ({ actor, mayShare }: { actor: LiveLinksActor; mayShare: boolean }) => {
  const dialog = useSelector(actor, selectLinksDialog)
  if (dialog === 'form') return <ShareFormDialog actor={actor} />
  if (dialog === 'made') return <MadeDialog actor={actor} />
  return dialog === 'list' ? <LiveLinksDialog actor={actor} mayShare={mayShare} /> : null
}

export default ShareDialogs
