/** What opens at a press in the frame, as one piece of code: the first screen does without it. */
export { LinksMenu } from './drawer/LinksMenu.tsx'
export { MoreMenu } from './MoreMenu.tsx'
export { AccountMenu } from './top-bar/AccountMenu.tsx'
export { ApprovalsMenu } from './top-bar/ApprovalsMenu.tsx'
export { NotificationsMenu } from './top-bar/NotificationsMenu.tsx'
