/**
 * The findings of one check, as sentences. `unchecked` is what was not requested or could not be determined. `missing` names the
 * part of it without which the verdict is not complete. `reservations` is what was found, and limits a genuine certificate.
 */
export interface Answer {
  readonly checked?: readonly string[];
  readonly unchecked?: readonly string[];
  readonly missing?: readonly string[];
  readonly reservations?: readonly string[];
}
