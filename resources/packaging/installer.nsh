; What Windows is told beyond what the installer does by itself: that Posthorn can be the program for mail. All of it is
; the person's own (HKCU), offered in "Default apps", and taken back when Posthorn is removed.

!macro customInstall
  WriteRegStr HKCU "Software\Classes\Posthorn.mail" "" "Posthorn"
  WriteRegStr HKCU "Software\Classes\Posthorn.mail" "URL Protocol" ""
  WriteRegStr HKCU "Software\Classes\Posthorn.mail\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr HKCU "Software\Classes\Posthorn.mail\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'

  WriteRegStr HKCU "Software\Classes\posthorn" "" "URL:Posthorn"
  WriteRegStr HKCU "Software\Classes\posthorn" "URL Protocol" ""
  WriteRegStr HKCU "Software\Classes\posthorn\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'

  WriteRegStr HKCU "Software\Posthorn\Capabilities" "ApplicationName" "Posthorn"
  WriteRegStr HKCU "Software\Posthorn\Capabilities" "ApplicationDescription" "Your mail, kept on this computer."
  WriteRegStr HKCU "Software\Posthorn\Capabilities\URLAssociations" "mailto" "Posthorn.mail"
  WriteRegStr HKCU "Software\RegisteredApplications" "Posthorn" "Software\Posthorn\Capabilities"

  ; "Send to" of the Explorer: a new message with the chosen files.
  CreateShortCut "$SENDTO\Posthorn.lnk" "$INSTDIR\${APP_EXECUTABLE_FILENAME}" "--attach" "$INSTDIR\${APP_EXECUTABLE_FILENAME}" 0
!macroend

!macro customUnInstall
  ; An update removes the old version, too, and keeps what the person chose.
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\Posthorn.mail"
    DeleteRegKey HKCU "Software\Classes\posthorn"
    DeleteRegKey HKCU "Software\Posthorn"
    Delete "$SENDTO\Posthorn.lnk"
    DeleteRegValue HKCU "Software\RegisteredApplications" "Posthorn"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
  ${endIf}
!macroend
