import { IconX } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { KIT } from '#src/texts/en/kit.ts'
import { IconButton } from './buttons.tsx'
import { useAsSidePanel } from './open-side-panels.ts'
import { FocusRegion } from './panel.tsx'
import classes from './side-panel.module.css'

/** The panel beside a list, of what was opened in it; a bottom sheet on phones. Its button and Escape close it. */
export const SidePanel = ({
  name,
  heading,
  isWide = false,
  isBusy = false,
  onClose,
  children,
}: {
  /** The accessible name. */
  name: string
  /** An `h2`. */
  heading: ReactNode
  isWide?: boolean
  isBusy?: boolean
  onClose: () => void
  children: ReactNode
}) => {
  useAsSidePanel()
  return (
    <aside
      className={classes['panel']}
      data-wide={isWide || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <FocusRegion name={name} isBusy={isBusy} className={classes['region']}>
        <div className={classes['head']}>
          {heading}
          <IconButton icon={IconX} name={KIT.close} quiet onPress={onClose} tooltipAt="left" />
        </div>
        {children}
      </FocusRegion>
    </aside>
  )
}

/**
 * A ref for the area of a list and its panel. The focus goes with a panel that is closed, so the list takes it, or the area where there is no
 * list any more.
 */
export const useFocusReturn = (isOpen: boolean): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen)
      (place.current?.querySelector<HTMLElement>('section[tabindex="0"]') ?? place.current)?.focus({
        preventScroll: true,
      })
    wasOpen.current = isOpen
  }, [isOpen])
  return place
}
