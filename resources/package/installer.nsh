; Offers Winnow under 'Open with' for lists. Their default program stays what it is.
!macro registerList extension
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" "${extension}" ""
!macroend

!macro customInstall
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}" "FriendlyAppName" "${PRODUCT_NAME}"
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro registerList ".csv"
  !insertmacro registerList ".tsv"
  !insertmacro registerList ".tab"
  !insertmacro registerList ".txt"
  !insertmacro registerList ".xlsx"
!macroend

!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
  ; Registered by Electron: TOAST_ACTIVATOR in electron/desktop/app-id.ts.
  ; Electron adds it for each user whom it finds without one, as after an installation for all users.
  SetShellVarContext current
  Delete "$SMPROGRAMS\${PRODUCT_NAME}.lnk"
  ${if} $installMode == "all"
    SetShellVarContext all
  ${endif}
  DeleteRegKey HKCU "Software\Classes\CLSID\{5B0C6B9E-3E0B-4E6C-9C43-6D1B7D0F2A58}"
!macroend
