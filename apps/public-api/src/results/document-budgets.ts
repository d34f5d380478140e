/** How many PDFs may be requested per hour. Stored ones are read without a limit. */
export abstract class DocumentBudgets {
  abstract readonly perClientHour: number;
  /** By all clients together. Limits the work of the browser and the size of the database. */
  abstract readonly perHour: number;
}
