/** Whether the settings are open; any screen may open them. */
export const settings = $state({ open: false });
