/** One file of a modules folder. */
export interface SourceFile {
  /**
   * Relative to the root of the modules folder: `cash/module.json`, `cash/mixins/<mixin>.json`, `<module>/<type>/manifest.json`,
   * `…/overlays/x.json`, `…/print/document.json`, `…/cases.json`. Other paths are ignored.
   */
  path: string
  text: string
  /** How issues name the file, if it differs from `path`. */
  shownAs?: string
}
