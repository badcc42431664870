import { Button, Modal } from '@mantine/core'
import { KIT } from '#src/texts/en/kit.ts'
import { HOUR_PICKER } from '#src/texts/en/measures.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import classes from './dialog.module.css'
import { formatDate } from './formats.ts'

/** Says that the range has no points (PLB-29, MAP-18). If `lastAt` is given, ms since 1970 UTC, offers the day of the last ones. */
export const NoData = ({
  opened,
  lastAt = null,
  onOk,
  onShowLast,
}: {
  opened: boolean
  lastAt?: number | null
  onOk: () => void
  onShowLast?: (lastAt: number) => void
}) => (
  <Modal.Root opened={opened} onClose={onOk} centered size={380} radius="lg">
    <Modal.Overlay />
    <Modal.Content aria-label={TEXTS.noDataForVehicle}>
      <Modal.Body>
        <p className={classes['text']}>{TEXTS.noDataForVehicle}</p>
        <Button fullWidth data-autofocus onClick={onOk}>
          {KIT.ok}
        </Button>
        {lastAt === null ? null : (
          <Button fullWidth variant="default" mt={8} onClick={() => onShowLast?.(lastAt)}>
            {HOUR_PICKER.showLast({ date: formatDate(lastAt) })}
          </Button>
        )}
      </Modal.Body>
    </Modal.Content>
  </Modal.Root>
)
