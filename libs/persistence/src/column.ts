/** A column that is read, with the type that pg gives its values. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the type is all that a column has
export class Column<Value> {
  declare readonly value: Value;
}

/** A row of these columns as pg reads it. */
export type RowOf<Columns extends object> = {
  readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

/** For a SELECT. */
export function namesOf(columns: object): string {
  return Object.keys(columns).join(', ');
}
