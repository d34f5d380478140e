/** The days for which addresses and notes are kept. */
export abstract class RetentionSettings {
  abstract readonly personalDataDays: number;
}
