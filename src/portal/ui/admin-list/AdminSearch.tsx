import { SearchField as Field, type SearchFieldProps } from '../SearchField.tsx'
import classes from './AdminList.module.css'

/** The search box over an administrator's list. */
export const SearchField = (props: Omit<SearchFieldProps, 'className'>) => <Field {...props} className={classes.search ?? ''} />
