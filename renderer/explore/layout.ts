/** What of the screen is shown beside the chart. */
export type ExploreLayout = {
  isPickerOpen: boolean;
  togglePicker: () => void;
  /** Whether the chart is shown without picker, tools, overview, table and panels. */
  isAlone: boolean;
  toggleAlone: () => void;
};
