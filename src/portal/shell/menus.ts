/** The frame's menus in one chunk, which the first screen does not need. */
export { CompanyMenu } from './company/CompanyMenu.tsx'
export { LinksMenu } from './drawer/LinksMenu.tsx'
export { MoreMenu } from './MoreMenu.tsx'
export { AccountMenu } from './top-bar/AccountMenu.tsx'
export { ApprovalsMenu } from './top-bar/ApprovalsMenu.tsx'
export { NotificationsMenu } from './top-bar/NotificationsMenu.tsx'
