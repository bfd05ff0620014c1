import { SearchField, type SearchFieldProps } from '../SearchField.tsx'
import classes from './AdminList.module.css'

/** The search box above an administrator's list. */
export const AdminSearch = (props: Omit<SearchFieldProps, 'className'>) => <SearchField {...props} className={classes.search ?? ''} />
