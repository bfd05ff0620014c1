/** The portal's icon set: manifests name icons, and this map contains them, so that the bundle includes only these. */
import {
  IconAdjustments, IconAlertTriangle, IconArrowBackUp, IconArrowLeft, IconArrowRight, IconAxisX, IconBan, IconBell, IconBolt, IconBook, IconBox, IconBriefcase,
  IconBuilding, IconBuildingBank, IconCalendar, IconCar, IconCash, IconCashPlus, IconCashRegister, IconChartBar, IconChartPie, IconChecklist, IconCheck, IconChecks, IconChevronDown,
  IconChevronLeft, IconChevronRight, IconChevronUp, IconCircleCheck, IconCircleDashed, IconCircleX, IconClipboardCheck, IconClock, IconClockCheck, IconCoins, IconCurrencyDollar, IconCopy, IconCamera, IconLockOpen, IconDeviceFloppy,
  IconDots, IconDownload, IconEdit, IconEye, IconFile, IconFileText, IconFilter, IconFolder, IconGripVertical, IconHistory, IconHome, IconHourglass, IconId, IconInbox,
  IconInfoCircle, IconLayersSubtract, IconList, IconListTree, IconLogout, IconMail, IconMapPin, IconMessages, IconMessageX, IconMoon, IconPaperclip, IconPencil, IconPhone, IconPlus, IconPrinter,
  IconReceipt, IconRefresh, IconRosetteDiscountCheck, IconRoute, IconSearch, IconSend, IconSettings, IconShoppingCart, IconSitemap, IconSun, IconTags, IconTrash,
  IconTruck, IconUser, IconUserCheck, IconUserShare, IconUsers, IconWallet, IconX,
  IconBus, IconDeviceLaptop, IconDoor, IconExternalLink, IconFlag, IconGift, IconGitPullRequest, IconKey, IconLock, IconPackage, IconSchool, IconShield, IconStar, IconStethoscope, IconTool, IconWorld,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { IconName } from '../../core/index.ts'

interface IconProps { size?: number | string; stroke?: number; className?: string }

/** Exactly one for each name in schemas/document-type.schema.json; the compiler compares them. */
const ICONS: Record<IconName, ComponentType<IconProps>> = {
  adjustments: IconAdjustments, 'axis-x': IconAxisX, bolt: IconBolt, book: IconBook, car: IconCar, 'cash-plus': IconCashPlus, 'cash-register': IconCashRegister, 'chart-pie': IconChartPie, checklist: IconChecklist,
  'currency-dollar': IconCurrencyDollar, 'list-tree': IconListTree,
  'alert-triangle': IconAlertTriangle, 'arrow-back': IconArrowBackUp, 'arrow-back-up': IconArrowBackUp,
  'arrow-left': IconArrowLeft, 'arrow-right': IconArrowRight, approvals: IconClipboardCheck, ban: IconBan, bank: IconBuildingBank, bell: IconBell, box: IconBox,
  briefcase: IconBriefcase, building: IconBuilding, 'building-bank': IconBuildingBank, calendar: IconCalendar, cancel: IconBan,
  cash: IconCash, 'chart-bar': IconChartBar, check: IconCheck, checks: IconChecks, 'chevron-down': IconChevronDown,
  'chevron-left': IconChevronLeft, 'chevron-right': IconChevronRight, 'circle-check': IconCircleCheck, 'circle-dashed': IconCircleDashed, 'circle-x': IconCircleX,
  'clipboard-check': IconClipboardCheck, clock: IconClock, 'clock-check': IconClockCheck, coins: IconCoins, copy: IconCopy, camera: IconCamera, 'lock-open': IconLockOpen, delegate: IconUserShare, 'device-floppy': IconDeviceFloppy, dots: IconDots,
  download: IconDownload, edit: IconEdit, eye: IconEye, file: IconFile, 'file-text': IconFileText, filter: IconFilter, folder: IconFolder,
  grip: IconGripVertical, 'chevron-up': IconChevronUp, history: IconHistory, home: IconHome, hourglass: IconHourglass, id: IconId, inbox: IconInbox, 'info-circle': IconInfoCircle, layers: IconLayersSubtract, list: IconList,
  logout: IconLogout, mail: IconMail, 'map-pin': IconMapPin, messages: IconMessages, 'message-x': IconMessageX, moon: IconMoon, paperclip: IconPaperclip, pencil: IconPencil, phone: IconPhone, plus: IconPlus,
  printer: IconPrinter, receipt: IconReceipt, refresh: IconRefresh, reopen: IconRefresh, 'rosette-check': IconRosetteDiscountCheck, route: IconRoute, save: IconDeviceFloppy, search: IconSearch, send: IconSend,
  settings: IconSettings, 'shopping-cart': IconShoppingCart, sitemap: IconSitemap, sun: IconSun, tags: IconTags, trash: IconTrash, truck: IconTruck,
  user: IconUser, 'user-check': IconUserCheck, 'user-share': IconUserShare, users: IconUsers, wallet: IconWallet, x: IconX,
  door: IconDoor, package: IconPackage, lock: IconLock, 'git-pull-request': IconGitPullRequest, tool: IconTool, school: IconSchool, world: IconWorld, 'external-link': IconExternalLink, flag: IconFlag, key: IconKey, star: IconStar, shield: IconShield, 'device-laptop': IconDeviceLaptop, stethoscope: IconStethoscope, bus: IconBus, gift: IconGift,
}

/** The names of all icons, in alphabetical order. */
export const ICON_NAMES: readonly string[] = Object.keys(ICONS).sort()

/** An icon by its name, hidden from screen readers because there is always a label beside it. An unknown name shows `fallback`. */
export function Icon({ name, fallback = 'file', size = 18, stroke = 1.75, className }: { name: string | undefined; fallback?: string } & IconProps) {
  const drawings: Record<string, ComponentType<IconProps> | undefined> = ICONS
  const Drawing = drawings[name ?? ''] ?? drawings[fallback] ?? IconFile
  return <Drawing size={size} stroke={stroke} aria-hidden {...(className ? { className } : {})} />
}
