/** The stored refresh rate has gone by (OPEN-44). */
export type RefreshDueEvent = { type: 'refresh.due' }
